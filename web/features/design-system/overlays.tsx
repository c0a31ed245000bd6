import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorPage } from '../../ui/error-page.tsx'
import { FullScreen } from '../../ui/full-screen.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { onFirstUse } from '../../ui/on-first-use.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { WideDialog } from '../../ui/wide-dialog.tsx'
import { BothSchemes, Variants } from './both-schemes.tsx'

/** Like every dialog: its code loads on first use. */
const LateDialog = onFirstUse(() => Promise.resolve(ExampleDialog))

/** Overlays. They are portalled, so they follow the page's theme. */
export function Overlays() {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [isWideOpen, setIsWideOpen] = useState(false)
  const [isFullOpen, setIsFullOpen] = useState(false)
  return (
    <>
      <BothSchemes title="Overlays">
        {() => (
          <Variants name="Dialog, menu, tooltip, full screen with an error of a whole page">
            <Button onClick={() => setIsDialogOpen(true)}>Open a dialog</Button>
            <Button onClick={() => setIsWideOpen(true)}>Open a wide one</Button>
            <Menu
              align="start"
              trigger={
                <IconButton label="More for this demo">
                  <Ellipsis size={16} aria-hidden />
                </IconButton>
              }
              entries={[
                entry('Rename', <Pencil size={16} aria-hidden />),
                { ...entry('Record with the extension'), hint: 'Install the extension first', disabled: true },
                { ...entry('Delete', <Trash2 size={16} aria-hidden />), tone: 'danger' },
              ]}
            />
            <Tooltip text="Shown on hover and focus" shortcut="?">
              <button type="button" className="h-8 rounded-control px-2 text-sm underline">
                Tooltip
              </button>
            </Tooltip>
            <Button onClick={() => setIsFullOpen(true)}>Fill the window</Button>
          </Variants>
        )}
      </BothSchemes>
      <WideDialog title="Share Demo" isOpen={isWideOpen} onOpenChange={setIsWideOpen} actions={<Button>Action</Button>}>
        <p className="px-6 text-muted">Room for two columns.</p>
      </WideDialog>
      <LateDialog isOpen={isDialogOpen} onOpenChange={setIsDialogOpen} />
      <FullScreen label="Full-page error" isOpen={isFullOpen} onClose={() => setIsFullOpen(false)}>
        <ErrorPage title="The server can’t be reached" text="Check your connection, then try again.">
          <Button onClick={() => setIsFullOpen(false)}>Close</Button>
        </ErrorPage>
      </FullScreen>
    </>
  )
}

function entry(label: string, icon?: React.ReactNode) {
  return { key: label, label, ...(icon !== undefined && { icon }), onSelect: () => void showToast({ text: label }) }
}

function ExampleDialog(props: { readonly isOpen: boolean; readonly onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Dialog {...props} title="Rename demo" description="Visitors see the new name at once.">
      <div className="flex justify-end gap-2">
        <Button tone="quiet" size="form" onClick={() => props.onOpenChange(false)}>
          Cancel
        </Button>
        <Button tone="accent" size="form" onClick={() => props.onOpenChange(false)}>
          Rename
        </Button>
      </div>
    </Dialog>
  )
}
