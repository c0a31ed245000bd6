const shared = new Range()

/**
 * A range over a part of the text, valid until the next call. Until garbage-collected, every range slows down each
 * change of the page's text; thousands would block the page for seconds.
 */
export function rangeOver(text: Text, start = 0, end = text.data.length): Range {
  shared.setStart(text, start)
  shared.setEnd(text, end)
  return shared
}
