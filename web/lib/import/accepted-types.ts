/** Types offered by the file picker; the actual type is detected from the bytes. */
export const acceptedTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif'
