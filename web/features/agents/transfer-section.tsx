import { useQueryClient } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'

import { agentKey } from '../../lib/agent-calls.ts'
import { countOf } from '../../lib/figure-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAgent } from './agent-context.ts'
import { exportKnowledge, importKnowledge, type ImportResult } from './agent-server-calls.ts'
import { PanelSection } from './section-head.tsx'

const shownSkips = 10

/** Exports and imports knowledge as a file. */
export function TransferSection() {
  const { agent, canEdit } = useAgent()
  const queries = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState<'import' | 'export' | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const [problem, setProblem] = useState<{ readonly text: string; readonly hint?: string | undefined } | null>(null)

  async function handleImport(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return
    setIsBusy('import')
    setProblem(null)
    setResult(null)
    const outcome = await importKnowledge(agent.id, chosen)
    setIsBusy(null)
    if (!outcome.ok) return setProblem(outcome)
    setResult(outcome.value)
    await queries.invalidateQueries({ queryKey: agentKey(agent.id) })
  }

  async function handleExport(): Promise<void> {
    setIsBusy('export')
    setProblem(null)
    const outcome = await exportKnowledge(agent.id)
    setIsBusy(null)
    if (!outcome.ok) return setProblem(outcome)
    saveFile(outcome.value, `${agent.slug}-knowledge.json`)
  }

  return (
    <PanelSection title="Import and export">
      <div className="flex flex-col gap-3 border-t border-line pt-3">
        <p className="text-sm text-muted">Q&A, prices and glossary as JSON, or questions and answers as CSV.</p>
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={!canEdit || isBusy !== null}
            icon={<Upload size={14} aria-hidden />}
            onClick={() => file.current?.click()}
          >
            {isBusy === 'import' ? 'Importing…' : 'Import'}
          </Button>
          <Button
            disabled={isBusy !== null}
            icon={<Download size={14} aria-hidden />}
            onClick={() => void handleExport()}
          >
            {isBusy === 'export' ? 'Exporting…' : 'Export'}
          </Button>
        </div>
        <input
          ref={file}
          type="file"
          hidden
          accept=".json,.csv"
          aria-label="Knowledge file"
          onChange={(event) => {
            void handleImport(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        {problem === null ? null : <FormProblem text={problem.text} hint={problem.hint} />}
        {result === null ? null : (
          <Notice tone={result.skipped.length === 0 ? 'success' : 'plain'}>
            {countOf(result.added, 'entry', 'entries')} added.
            {result.skipped.length === 0 ? null : (
              <ul className="mt-1 list-disc pl-4">
                {result.skipped.slice(0, shownSkips).map(({ line, problem: why }) => (
                  <li key={`${line} ${why}`}>
                    Line {line}: {why}
                  </li>
                ))}
                {result.skipped.length > shownSkips ? <li>and {result.skipped.length - shownSkips} more</li> : null}
              </ul>
            )}
          </Notice>
        )}
      </div>
    </PanelSection>
  )
}
