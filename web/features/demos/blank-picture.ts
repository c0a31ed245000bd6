/** A plain picture for demos that are written before anything is recorded; "Replace picture" replaces it. */
export async function blankPicture(): Promise<File> {
  const canvas = new OffscreenCanvas(1_440, 900)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No canvas')
  context.fillStyle = '#f4f3f6'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return new File([await canvas.convertToBlob()], 'Welcome.png', { type: 'image/png' })
}
