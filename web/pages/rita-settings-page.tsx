import { useQuery } from '@tanstack/react-query'

import { personalities, voiceOptions } from '#domain/agent-options.ts'

import { EngageCard } from '../features/agent-setup/engage-card.tsx'
import { setupQuery } from '../lib/setup-calls.ts'
import { demoIdOf, type SetupForm } from '../lib/setup-form.ts'
import { demoQuery } from '../lib/demo-queries.ts'
import { Loaded } from '../features/rita/loaded.tsx'
import { RitaBody } from '../features/rita/rita-body.tsx'
import { PageBar } from '../ui/page-bar.tsx'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'

/** How Rita speaks and when. She uses the agent's texts, so they are edited in one place. */
export function RitaSettingsPage() {
  useTitle('Settings')
  const setup = useQuery(setupQuery)
  return (
    <>
      <PageBar
        title="Settings"
        actions={
          <ButtonLink to="/dashboard/agents" tone="accent">
            {setup.data?.isComplete === false ? 'Set up the agent' : 'Edit voice'}
          </ButtonLink>
        }
      />
      <RitaBody>
        <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-2">
          <Loaded query={setup} label="Loading the settings" code="onboardingFailed">
            {({ form }) => <Voice form={form} />}
          </Loaded>
          {/* On phones it is below the text, and would move when that loads. */}
          {setup.isPending ? null : <EngageCard agentName={setup.data?.form.agentName || 'Leo'} />}
        </div>
      </RitaBody>
    </>
  )
}

function Voice({ form }: { readonly form: SetupForm }) {
  const demoId = demoIdOf(form.demoUrl)
  const demo = useQuery({ ...demoQuery(demoId ?? ''), enabled: demoId !== null })
  const facts = [
    ['Name', form.agentName],
    ['Voice', voiceOptions.find(({ value }) => value === form.agentVoice)?.label],
    ['Personality', personalities.find(({ value }) => value === form.personality)?.label],
    ['Welcome message', form.welcomeMessage],
    ['Sales process', form.salesProcess],
    ['Demo', demoId === null ? '' : demo.isError ? 'Deleted demo' : demo.data?.name],
    ['Script', form.demoScript],
  ] as const
  return (
    <section aria-labelledby="rita-voice" className="min-w-0">
      <h2 id="rita-voice" className="flex min-h-12 items-center text-base font-semibold tracking-tight">
        Agent
      </h2>
      <dl className="text-sm">
        {facts.map(([term, text]) => (
          <div
            key={term}
            className="grid min-h-9 gap-x-4 border-t border-line py-2 sm:grid-cols-[9.5rem_minmax(0,1fr)]"
          >
            <dt className="text-muted">{term}</dt>
            <dd dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-wrap">
              {text === undefined || text.trim() === '' ? <span className="text-muted">Not set</span> : text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
