import { Plus } from 'lucide-react'
import { Link } from 'react-router'

import type { HelpTopic } from './help-topics.ts'

export interface TopicListProps {
  readonly topics: readonly HelpTopic[]
  /** The topic that is initially open; null for none. */
  readonly openId: string | null
}

/** Topics by title; each expands to its text. */
export function TopicList({ topics, openId }: TopicListProps) {
  if (topics.length === 0) return null
  return (
    <div className="divide-y divide-line border-y border-line">
      {topics.map((topic) => (
        <details
          key={topic.id}
          ref={topic.id === openId ? showInWindow : null}
          open={topic.id === openId}
          className="group"
        >
          <summary className="flex min-h-9 cursor-pointer list-none items-center justify-between gap-4 py-1.5 font-medium marker:hidden pointer-coarse:min-h-12">
            {topic.title}
            <Plus
              size={16}
              aria-hidden
              className="shrink-0 text-muted transition-transform duration-[120ms] group-open:rotate-45"
            />
          </summary>
          <div className="max-w-2xl pb-4">
            <p className="text-muted">{topic.text}</p>
            {topic.to === undefined ? null : (
              <Link to={topic.to.path} className="mt-2 inline-block font-medium text-accent-text hover:underline">
                {topic.to.label}
              </Link>
            )}
          </div>
        </details>
      ))}
    </div>
  )
}

function showInWindow(topic: HTMLElement | null): void {
  topic?.scrollIntoView({ block: 'nearest' })
}
