/**
 * Limits for what authors give an agent to read. The database enforces an agent's number of sources and amount of text.
 */
export const sourceLimits = {
  uploadBytes: 10 * 1024 * 1024,
  /** Characters of one source. */
  text: 2_000_000,
  documentPages: 500,
  /** Size of an unpacked DOCX. */
  unpackedBytes: 40 * 1024 * 1024,
  parseMs: 20_000,
  parseMemoryMb: 384,
  /** Size of a fetched page. */
  pageBytes: 2 * 1024 * 1024,
  pageMs: 8_000,
  sitePages: 50,
  siteDepth: 3,
  siteMs: 60_000,
} as const
