import { useTitle } from '../../lib/use-title.ts'

/** Sets the tab's title while it is mounted. */
export function DocumentTitle({ text }: { readonly text: string }) {
  useTitle(text)
  return null
}
