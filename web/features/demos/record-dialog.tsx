import { Dialog } from '../../ui/dialog.tsx'
import { RecordForm } from '../../ui/record-form.tsx'

/** Asks for the app to record. */
export function RecordDialog(props: { readonly isOpen: boolean; readonly onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Dialog
      title="Record your app"
      description="Your app opens in a new tab. Every click becomes a step."
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      <RecordForm hasAutoFocus onDone={() => props.onOpenChange(false)} />
    </Dialog>
  )
}
