import { pinModes } from '../config/settings/toolPolicy';
import { ruleEffects } from '../config/settings/toolRules';
import * as z from 'zod';

/** What is to be done with the tools of one server whose names fit a glob. */
const toolRuleSchema = z.object({
  tool: z.string(),
  effect: z.enum(ruleEffects),
  /** The rule as it was written. */
  pattern: z.string(),
});

/**
 * What models get of a server's tools. A person may call by hand what is switched off or held back, but
 * not what a rule denies.
 */
export const modelToolsSchema = z.object({
  /**
   * The tools that are switched on, as globs over their names, and with a leading `!` those that are not;
   * the last that fits counts. Absent: all.
   */
  set: z.array(z.string()).optional(),
  /**
   * A list for each place that has rules: of a list the first that fits a tool counts, of the lists the
   * strictest. Without one the tool is as its server says.
   */
  rules: z.array(z.array(toolRuleSchema)).optional(),
  /** A person believes what the server says of its tools; else `readOnlyHint` is withheld. */
  trustsHints: z.boolean().optional(),
  /** Descriptions in place of the server's own, by name. */
  descriptions: z.record(z.string(), z.string()).optional(),
  /** `changed` where absent. */
  pins: z.enum(pinModes).optional(),
});
export type ModelTools = z.infer<typeof modelToolsSchema>;
