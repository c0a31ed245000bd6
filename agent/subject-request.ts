/* Requests for a subject: “skip to pricing”, “what did you say about training?”. */

/** “Skip to pricing”; not “skip to the end” or “go to step 3”. */
export const goesToSubject =
  /^\s*(?:(?:ok|please|can you|could you|can we|let'?s),? )*(?:skip|jump|go|move|take (?:me|us)|bring (?:me|us)) (?:straight |directly |ahead |over )?to (?!(?:the )?\d|(?:the )?(?:next|last|previous|first|second|third|final|end|start|beginning|top|step|slide|screen|one|a|an|my|your|human|person|sales|someone|somebody|support|agent)\b)/i

/** “What did you say about training?” */
export const asksWhatWasSaid =
  /^\s*(?:(?:so|and|ok|sorry|wait),? )*what (?:did you (?:just )?(?:say|tell (?:me|us))|was (?:that|it)(?: that)? you (?:said|told (?:me|us)|mentioned)|have you said)(?: again| earlier| before)? about (?=\S)/i

/** “Skip to the pricing part” asks for the pricing step. */
export function withoutDirections(text: string): string {
  return text
    .replace(
      /^\s*(?:please |can you |could you |can we |let'?s )*(?:skip|jump|go|move|take (?:me|us)|bring (?:me|us)) (?:straight |directly |ahead |over )?to\s+/i,
      '',
    )
    .replace(/\s+please\s*[.?!]*$/i, '')
    .replace(/\s+(?:part|section|bit|topic)\s*[.?!]*$/i, '')
    .replace(asksWhatWasSaid, '')
}
