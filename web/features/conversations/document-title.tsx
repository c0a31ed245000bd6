import { useTitle } from '../../lib/use-title.ts'

/** Names the tab while it is shown. */
export function DocumentTitle({ text }: { readonly text: string }) {
  useTitle(text)
  return null
}
