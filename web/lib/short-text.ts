/** A text on one line, cut with an ellipsis. */
export function shortText(text: string, most = 40): string {
  const plain = text.trim().replace(/\s+/g, ' ')
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}
