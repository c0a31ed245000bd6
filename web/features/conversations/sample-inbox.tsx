import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { demoQuery, demosQuery } from '../../lib/demo-queries.ts'
import { SampleNotice } from '../../ui/sample-notice.tsx'
import { DocumentTitle } from './document-title.tsx'
import { Inbox } from './inbox.tsx'
import { listedTalk, sampleTalks } from './sample-talks.ts'
import { Talk } from './talk-view.tsx'
import { ThreadRows } from './thread-list.tsx'

export interface SampleInboxProps {
  readonly title: string
  readonly isWide: boolean
  readonly onLeave: () => void
}

/** The inbox with made-up conversations about the workspace's sample demo; `?talk=` names the open one. */
export function SampleInbox({ title, isWide, onLeave }: SampleInboxProps) {
  const [search] = useSearchParams()
  const [openedAt] = useState(Date.now)
  const demos = useQuery(demosQuery)
  const listed = demos.data?.find(({ isSample }) => isSample)
  const demo = useQuery({ ...demoQuery(listed?.id ?? ''), enabled: listed !== undefined }).data
  const talks = sampleTalks(openedAt, {
    id: listed?.id ?? '',
    name: listed?.name ?? 'Sample demo',
    steps: (demo?.steps ?? []).map((step) => ({ id: step.id, title: step.title, screenshot_url: step.screenshotUrl })),
  })
  const chosenId = search.get('talk')
  const shown = talks.find(({ conversation }) => conversation.id === chosenId) ?? (isWide ? talks[0] : undefined)
  return (
    <>
      <DocumentTitle text={title} />
      <Inbox
        isThreadOpen={chosenId !== null}
        list={
          <>
            <header className="flex h-13 shrink-0 items-center border-b border-line px-4">
              <h1 className="truncate text-base font-semibold tracking-[-0.011em]">{title}</h1>
            </header>
            <div className="p-2.5">
              <SampleNotice onLeave={onLeave} />
            </div>
            <div className="min-h-0 flex-1 px-2 pb-3 md:overflow-y-auto">
              <ThreadRows
                conversations={talks.map(listedTalk)}
                selectedId={shown?.conversation.id ?? null}
                hrefOf={(id) => `?sample=1&talk=${id}`}
              />
            </div>
          </>
        }
      >
        {shown === undefined || demos.isPending ? null : (
          <Talk key={shown.conversation.id} transcript={shown} listHref="?sample=1" isPage={false} isSample />
        )}
      </Inbox>
    </>
  )
}
