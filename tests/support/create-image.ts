import sharp from 'sharp'

export interface TestImage {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A screenshot-like image, different for each number. */
export async function createImage(
  number: number,
  options: { width?: number; height?: number } = {},
): Promise<TestImage> {
  const { width = 1280, height = 800 } = options
  const background = { r: (number * 67) % 256, g: (number * 131) % 256, b: (number * 29) % 256 }
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return { name: `team-plan-${number}.png`, mimeType: 'image/png', buffer }
}

/** A truncated PNG. */
export async function brokenImage(): Promise<TestImage> {
  const whole = await createImage(1)
  return { ...whole, name: 'broken.png', buffer: whole.buffer.subarray(0, 60) }
}

/** A valid image padded to `megabytes`. */
export async function heavyImage(megabytes: number): Promise<TestImage> {
  const whole = await createImage(2)
  return { ...whole, name: 'heavy.png', buffer: Buffer.concat([whole.buffer, Buffer.alloc(megabytes * 1024 * 1024)]) }
}
