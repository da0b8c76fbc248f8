import * as z from 'zod';

/** What a definition may hold that its reader would not expect. */
export const findingKinds = [
  'hiddenCharacters',
  'lookAlike',
  'hiddenText',
  'encoded',
  'secrecy',
  'secrets',
  'conversation',
  'override',
  'otherTools',
  'impersonation',
  'fakeRole',
  'redirect',
  'noApproval',
  'persistence',
  'deceit',
  'overreach',
  'tooLarge',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Something suspicious in what a server says of itself or of a tool. */
export const findingSchema = z.object({
  kind: z.enum(findingKinds),
  /** JSON pointer (RFC 6901) into the definition. */
  where: z.string(),
  /** The words around it, cut; what is not seen is written as escapes. */
  excerpt: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;
