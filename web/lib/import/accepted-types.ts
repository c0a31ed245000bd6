/** What the file picker offers; what a file really is, its bytes say. */
export const acceptedTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif'
