import { Dialog } from '../../ui/dialog.tsx'
import { RecordForm } from '../../ui/record-form.tsx'

export interface RecordDialogProps {
  readonly isOpen: boolean
  /** The suggested address; by default the last one used. */
  readonly address?: string
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Asks for the app to record. */
export function RecordDialog({ isOpen, address, onOpenChange }: RecordDialogProps) {
  return (
    <Dialog
      title="Record your app"
      description="Your app opens in a new tab. Every click becomes a step."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <RecordForm hasAutoFocus {...(address !== undefined && { address })} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}
