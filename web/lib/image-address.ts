import { screenshotAddress } from '#domain/demo.ts'

export const publicObjects = '/storage/v1/object/public/'

/** A scaled copy for thumbnails; external images are used as they are. */
export function scaledImageAddress(backendUrl: string, screenshotUrl: string, width: number): string {
  const address = screenshotAddress(backendUrl, screenshotUrl)
  if (screenshotUrl.startsWith('http') || !address.includes(publicObjects)) return address
  return `${address.replace(publicObjects, '/storage/v1/render/image/public/')}?width=${width}&quality=70`
}
