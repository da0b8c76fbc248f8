/** The revisions of the legacy era that the connection accepts, newest first. */
export const legacyVersions: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

export const newestLegacy = '2025-11-25';

/** The revision of the modern era. */
export const modernVersion = '2026-07-28';

/** True for a revision of the modern era; revisions are dates, so that they compare as texts. */
export function isModern(version: string | undefined): boolean {
  return version !== undefined && version >= modernVersion;
}
