/** The numbers of spec §9 and of our own limits. Times carry their unit; sizes are bytes. */
export const limits = {
  extensionCheckTimeoutMs: 3_000,
  pinHelpDelayMs: 1_000,
  recentDemos: 100,
  minutesPerStep: 2,
  cardPreviewSteps: 4,
  toastMs: 3_000,
  copyFeedbackMs: 2_000,
  zoomMinPercent: 50,
  zoomMaxPercent: 200,
  zoomStepPercent: 25,
  zoomDefaultPercent: 100,
  stepsGridColumns: 6,

  /** Images per new demo. */
  importImagesMax: 200,
  /** Steps per import_demo call, which is one transaction. A recording may have more. */
  importStepsMax: 1_000,
  /** Largest image file accepted. The buckets `demo-captures` and `demo-originals` enforce the same limit. */
  imageBytesMax: 25 * 1024 * 1024,
  /** Largest image accepted, decoded: a small file can expand to gigabytes. */
  imagePixelsMax: 50_000_000,
  /** AVIF needs 30 bytes of memory per pixel to decode and encode. */
  avifPixelsMax: 16_000_000,
  /** Fits five minutes of 16-bit audio at 24 kHz. The bucket enforces the same limit. */
  recordingBytesMax: 15 * 1024 * 1024,
  recordingMsMax: 5 * 60_000,
  demoNameMax: 200,
  notesMax: 20_000,
  linkNameMax: 80,
  linkPasswordLengthMin: 4,

  /** Chrome allows only two captureVisibleTab calls a second. */
  capturesPerSecond: 2,
} as const

/** The public bucket of all step images (spec §7, §9). */
export const captureBucket = 'demo-captures'

/** The private bucket of the originals of redacted and cropped images. */
export const originalBucket = 'demo-originals'

/** The private bucket of sentences spoken by a provider. */
export const clipBucket = 'speech-clips'

/** The private bucket of authors' recordings. */
export const audioBucket = 'demo-audio'

/** The private bucket of recorded talks. */
export const talkBucket = 'talk-recordings'

/** The private bucket of captured pages and their files. */
export const snapshotBucket = 'demo-snapshots'

/** The largest image of this format accepted, in pixels. */
export function pixelsMaxOf(format: string | null): number {
  return format === 'avif' ? limits.avifPixelsMax : limits.imagePixelsMax
}
