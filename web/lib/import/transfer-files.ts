/** The images in a paste or drop; ignores text and links. */
export function transferFiles(transfer: DataTransfer | null): readonly File[] {
  return [...(transfer?.files ?? [])]
}
