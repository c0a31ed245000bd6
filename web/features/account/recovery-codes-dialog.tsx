import { Copy, Download } from 'lucide-react'
import { useEffect, useState } from 'react'

import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { newRecoveryCodes } from './factor-enrolment.ts'

export interface RecoveryCodesDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Creates ten new codes when opened and shows them once. */
export function RecoveryCodesDialog({ isOpen, onOpenChange }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      title="Your recovery codes"
      description="Each code replaces your second factor once. Keep them somewhere you can reach without your phone."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Codes onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

// One request at a time: a second one would invalidate the codes on screen.
let making: ReturnType<typeof newRecoveryCodes> | undefined

function Codes({ onDone }: { readonly onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const [problem, setProblem] = useState<{ readonly text: string; readonly hint?: string | undefined }>()
  const { isCopied, copy } = useCopy()

  useEffect(() => {
    let isWanted = true
    making ??= newRecoveryCodes().finally(() => {
      making = undefined
    })
    void making.then((outcome) => {
      if (!isWanted) return
      if (outcome.ok) setCodes(outcome.value.codes)
      else setProblem({ text: outcome.text, hint: outcome.hint })
    })
    return () => {
      isWanted = false
    }
  }, [])

  if (problem !== undefined) return <FormProblem text={problem.text} hint={problem.hint} />
  if (codes === undefined) return <Spinner label="Creating your codes" />
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="plain">These codes are shown only once. Earlier codes no longer work.</Notice>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-2">
        {codes.map((code) => (
          <li key={code} className="rounded-control bg-sunken px-3 py-2 text-center font-mono text-sm select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="form" icon={<Copy size={16} aria-hidden />} onClick={() => void copy(codes.join('\n'))}>
          {isCopied ? 'Copied!' : 'Copy'}
        </Button>
        <Button
          size="form"
          icon={<Download size={16} aria-hidden />}
          onClick={() => saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          Download
        </Button>
        <Button tone="accent" size="form" onClick={onDone}>
          I’ve saved them
        </Button>
      </div>
    </div>
  )
}
