import { useState } from 'react'
import { Link } from 'react-router'

import { GettingStarted } from '../features/help/getting-started.tsx'
import { findTopics, shortcuts } from '../features/help/help-topics.ts'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { useTitle } from '../lib/use-title.ts'
import { TextField } from '../ui/text-field.tsx'

export function HelpPage() {
  useTitle('Help')
  const [question, setQuestion] = useState('')
  const topics = findTopics(question)

  return (
    <PageBody>
      <PageHeader title="Help" />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <TextField
            label="Search help"
            type="search"
            placeholder="Notes, share, password …"
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
          />
          <p role="status" className="mt-2 text-sm text-muted">
            {topics.length === 0
              ? 'No matching help topics. Tell us what is missing on the feedback page.'
              : question.trim() === ''
                ? ''
                : topics.length === 1
                  ? '1 answer'
                  : `${topics.length} answers`}
          </p>
          <div className="mt-4 divide-y divide-line border-y border-line">
            {topics.map((topic) => (
              <details key={topic.id} open={question.trim() !== '' && topics.length <= 2} className="group">
                <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-3 font-medium marker:hidden">
                  {topic.title}
                  <span aria-hidden className="text-xl leading-none text-muted group-open:rotate-45">
                    +
                  </span>
                </summary>
                <div className="max-w-2xl pb-5">
                  <p className="text-muted">{topic.text}</p>
                  {topic.to === undefined ? null : (
                    <Link
                      to={topic.to.path}
                      className="mt-2 inline-block font-medium text-accent-text underline underline-offset-4"
                    >
                      {topic.to.label}
                    </Link>
                  )}
                </div>
              </details>
            ))}
          </div>
        </div>
        <aside className="flex flex-col gap-6">
          <GettingStarted />
          <section aria-labelledby="shortcuts" className="rounded-card border border-line bg-surface p-5">
            <h2 id="shortcuts" className="text-base font-semibold">
              Shortcuts
            </h2>
            <dl className="mt-3 flex flex-col gap-2 text-sm">
              {shortcuts.map(({ keys, what }) => (
                <div key={keys} className="flex items-baseline justify-between gap-4">
                  <dt className="text-muted">{what}</dt>
                  <dd>
                    <kbd className="rounded-control border border-line bg-sunken px-1.5 py-0.5 font-sans text-xs whitespace-nowrap">
                      {keys}
                    </kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        </aside>
      </div>
    </PageBody>
  )
}
