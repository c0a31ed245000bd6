import { ExternalLink } from 'lucide-react'
import { useState } from 'react'

import { embedCode, shareLink } from '../../lib/share-text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { NothingYet, PanelSection } from './section-head.tsx'
import { useAgentDemos } from './use-agent-steps.ts'

/** Where visitors meet the agent: its demos' links and embed codes. */
export function InstallationTab() {
  const demos = useAgentDemos()
  const [chosenId, setChosenId] = useState('')
  const demo = demos.find(({ id }) => id === chosenId) ?? demos[0]
  return (
    <PanelSection title="Demo with agent">
      {demo === undefined ? (
        <NothingYet>Choose the demos it presents under Behaviour.</NothingYet>
      ) : (
        <div className="flex max-w-2xl flex-col gap-5 border-t border-line pt-4">
          <SelectField
            label="Demo"
            value={demo.id}
            options={demos.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setChosenId(event.currentTarget.value)}
          />
          {demo.status === 'active' ? null : (
            <p className="text-sm text-warning">Visitors can’t open this demo until its link is on.</p>
          )}
          <CopyField label="Link" text={shareLink(window.location.origin, demo.id)} />
          <CopyField label="Embed code" text={embedCode(window.location.origin, demo.id)} isCode />
          <a
            href={shareLink(window.location.origin, demo.id)}
            target="_blank"
            rel="noreferrer"
            className={`${buttonClass({})} self-start`}
          >
            <ExternalLink size={16} aria-hidden />
            Open as a visitor
          </a>
        </div>
      )}
    </PanelSection>
  )
}
