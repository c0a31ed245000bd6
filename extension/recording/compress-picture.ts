const webpQuality = 0.9

/** Compresses the picture to WebP; returns it unchanged if that isn't smaller or Chrome can't encode it. */
export async function compressPicture(picture: Blob): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(picture)
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    bitmap.close()
    const webp = await canvas.convertToBlob({ type: 'image/webp', quality: webpQuality })
    return webp.type === 'image/webp' && webp.size < picture.size ? webp : picture
  } catch {
    return picture
  }
}
