/** Images among what was pasted or dropped; text and links are not our business. */
export function transferFiles(transfer: DataTransfer | null): readonly File[] {
  return [...(transfer?.files ?? [])]
}
