import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Above sample data: says so, with a link back. */
export function SampleNotice({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <Notice tone="plain">
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        Sample data
        <Button onClick={onLeave}>Show my data</Button>
      </span>
    </Notice>
  )
}
