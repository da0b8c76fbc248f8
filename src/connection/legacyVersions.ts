/** The revisions of the legacy era that we speak, newest first. */
export const legacyVersions: readonly unknown[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

export const newestLegacy = '2025-11-25';
