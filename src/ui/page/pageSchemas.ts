import * as z from 'zod/mini';
import { commandNames } from '../window/commandNames';

/** One thing known of a server, with its name. */
export const factSchema = z.object({
  label: z.string(),
  value: z.string(),
  /** Epoch milliseconds; shown before the value, because only the page knows the person's time zone. */
  at: z.optional(z.number()),
  /** Id of an entry to whose place in its file the value leads. */
  entry: z.optional(z.string()),
});
export type Fact = Readonly<z.infer<typeof factSchema>>;

/** A button that runs one of our commands for a server. */
export const buttonSchema = z.object({
  command: z.enum(commandNames),
  title: z.string(),
  /** Id of a codicon. */
  icon: z.string(),
});
export type ServerButton = Readonly<z.infer<typeof buttonSchema>>;

/** The state of a server in a few words, with the icon and colour of the tree. */
export const shownStateSchema = z.object({
  text: z.string(),
  icon: z.string(),
  color: z.optional(z.string()),
});
