import { useDeferredValue, useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import { GettingStarted } from '../features/help/getting-started.tsx'
import { helpGroups, shortcuts } from '../features/help/help-topics.ts'
import { searchHelp } from '../features/help/search-help.ts'
import { TopicList } from '../features/help/topic-list.tsx'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { TextField } from '../ui/text-field.tsx'

/** `?topic=` opens one, `?q=` searches. */
export function HelpPage() {
  useTitle('Help')
  const [search] = useSearchParams()
  const [question, setQuestion] = useState(search.get('q') ?? '')
  const asked = useDeferredValue(question)
  const topics = searchHelp(asked)
  const isSearch = asked.trim() !== ''
  const openId = search.get('topic')

  return (
    <PageBody>
      <PageHeader title="Help" />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <TextField
            label="Search help"
            hideLabel
            type="search"
            placeholder="Search: blur, iframe, password, GDPR …"
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
          />
          <p role="status" className="mt-2 h-5 text-xs text-muted">
            {!isSearch ? '' : topics.length === 0 ? 'No matching help topics.' : answersText(topics.length)}
          </p>
          {isSearch && topics.length === 0 ? <NothingFound onSearch={setQuestion} question={asked} /> : null}
          {isSearch ? (
            <TopicList key={asked} topics={topics} openId={topics[0]?.id ?? null} />
          ) : (
            // The first group is as long as the others together.
            <div className="grid items-start gap-x-10 gap-y-6 xl:grid-cols-2 *:flex *:flex-col *:gap-6">
              {[helpGroups.slice(0, 1), helpGroups.slice(1)].map((groups) => (
                <div key={groups[0]}>
                  {groups.map((group) => (
                    <section key={group} aria-label={group}>
                      <h2 className="mb-1 text-xs font-medium text-muted">{group}</h2>
                      <TopicList topics={topics.filter((topic) => topic.group === group)} openId={openId} />
                    </section>
                  ))}
                </div>
              ))}
            </div>
          )}
        </div>
        <aside className="flex flex-col gap-8">
          {/* Without a keyboard they would only lengthen the page. */}
          <section aria-labelledby="shortcuts" className="max-lg:pointer-coarse:hidden">
            <h2 id="shortcuts" className="text-base font-semibold">
              Shortcuts
            </h2>
            <dl className="mt-2 divide-y divide-line border-y border-line">
              {shortcuts.map(({ keys, what }) => (
                <div key={keys} className="flex min-h-9 items-center justify-between gap-4">
                  <dt className="text-muted">{what}</dt>
                  <dd>
                    <kbd className="whitespace-nowrap">{keys}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
          {/* Last, because it disappears when everything is done. */}
          <GettingStarted />
        </aside>
      </div>
    </PageBody>
  )
}

function answersText(count: number): string {
  return count === 1 ? '1 answer' : `${count} answers`
}

const suggestions = ['share', 'blur', 'embed', 'agent', 'password'] as const

function NothingFound(props: { readonly question: string; readonly onSearch: (question: string) => void }) {
  return (
    <div className="mt-2 flex flex-col items-start gap-4">
      <p className="text-muted">Try another word, or ask us.</p>
      <div className="flex flex-wrap gap-2">
        {suggestions.map((word) => (
          <button
            key={word}
            type="button"
            onClick={() => props.onSearch(word)}
            className="h-7 rounded-chip px-3 text-xs font-medium text-soft shadow-[inset_0_0_0_1px_var(--line-strong)] hover:bg-hover pointer-coarse:h-11"
          >
            {word}
          </button>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/dashboard/feedback">Ask us</ButtonLink>
        <Link
          to="/dashboard/help"
          onClick={() => props.onSearch('')}
          className="self-center font-medium text-accent-text"
        >
          Show all topics
        </Link>
      </div>
    </div>
  )
}
