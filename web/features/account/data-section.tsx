import { Download } from 'lucide-react'
import { useState } from 'react'

import { SettingsSection } from '../../ui/settings-section.tsx'
import { sendAsUser } from '../../lib/fetch-as-user.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** Exporting and deleting the account. */
export function DataSection({ email }: { readonly email: string }) {
  const [isExporting, setIsExporting] = useState(false)
  const [problem, setProblem] = useState<{ readonly text: string; readonly hint: string }>()
  const [isDeleting, setIsDeleting] = useState(false)

  async function exportData(): Promise<void> {
    setIsExporting(true)
    setProblem(undefined)
    setProblem(await downloadExport())
    setIsExporting(false)
  }

  return (
    <SettingsSection title="Your data" text="One archive with your account, demos, images and conversations.">
      {problem === undefined ? null : <FormProblem {...problem} />}
      <div className="flex flex-wrap gap-2">
        <Button
          size="form"
          icon={<Download size={16} aria-hidden />}
          disabled={isExporting}
          onClick={() => void exportData()}
        >
          {isExporting ? 'Preparing export…' : 'Export my data'}
        </Button>
        <Button tone="danger" size="form" onClick={() => setIsDeleting(true)}>
          Delete my account
        </Button>
      </div>
      <DeleteAccountDialog email={email} isOpen={isDeleting} onOpenChange={setIsDeleting} />
    </SettingsSection>
  )
}

async function downloadExport(): Promise<{ readonly text: string; readonly hint: string } | undefined> {
  const text = 'Your data was not exported.'
  try {
    const answer = await sendAsUser('GET', '/account/v1/export')
    if (!answer.ok) {
      const said = (await answer.json()) as { readonly message?: string }
      return { text, hint: said.message ?? 'Try again in a moment.' }
    }
    const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
    saveFile(await answer.blob(), name ?? 'understudy-export.zip')
    showToast({ text: 'Your data is downloading.' })
    return undefined
  } catch {
    return { text, hint: 'The connection was lost. Nothing was changed. Try again.' }
  }
}
