import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ComponentType } from 'react'
import { useSearchParams } from 'react-router'

import { messages } from '#domain/messages.ts'

import { arrangeDemos, readDemoView } from '../features/demos/arrange-demos.ts'
import { DemoCard } from '../features/demos/demo-card.tsx'
import type { DemoFiltersProps } from '../features/demos/demo-filters.tsx'
import type { DemoGridProps } from '../features/demos/demo-grid.tsx'
import { DemoListSkeleton } from '../features/demos/demo-list-skeleton.tsx'
import { demosQuery, useBackendUrl } from '../lib/demo-queries.ts'
import { isBeingDeleted } from '../features/demos/delete-demo.ts'
import { NewDemoMenu } from '../features/demos/new-demo-menu.tsx'
import { ExtensionCard } from '../features/extension/extension-card.tsx'
import { useExtension } from '../lib/use-extension.ts'
import { ImageDropZone } from '../ui/image-drop-zone.tsx'
import { pickImages } from '../lib/import/pick-images.ts'
import { useImageIntake } from '../ui/use-image-intake.tsx'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { useTitle } from '../lib/use-title.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { onFirstUse } from '../ui/on-first-use.tsx'

const RecordDialog = onFirstUse(async () => (await import('../features/demos/record-dialog.tsx')).RecordDialog)
const RecordingsCard = onFirstUse(
  async () => (await import('../features/extension/recordings-card.tsx')).RecordingsCard,
)
/** The rest is rendered near the window. */
const fewDemos = 60
const loadImports = () => import('../lib/import/import-images.ts')

async function importAsDemo(files: readonly File[]): Promise<void> {
  await (await loadImports()).importAsDemo(files)
}

export function DemosPage() {
  useTitle('Demos')
  const demos = useQuery(demosQuery)
  const backendUrl = useBackendUrl()
  const extension = useExtension()
  const intake = useImageIntake(importAsDemo)
  const [isRecordOpen, setIsRecordOpen] = useState(false)
  const [Filters, setFilters] = useState<ComponentType<DemoFiltersProps>>()
  const [Sessions, setSessions] = useState<ComponentType>()
  useEffect(
    () =>
      whenIdle(() => {
        RecordDialog.prefetch()
        void loadImports().catch(() => undefined)
        void import('../features/demos/demo-filters.tsx').then(
          ({ DemoFilters }) => setFilters(() => DemoFilters),
          () => undefined,
        )
        void import('../features/demos/capture-sessions.tsx').then(
          ({ CaptureSessions }) => setSessions(() => CaptureSessions),
          () => undefined,
        )
      }),
    [],
  )
  const [query] = useSearchParams()
  const view = readDemoView(query)
  const shown = demos.data?.filter((demo) => !isBeingDeleted(demo.id))
  const arranged = arrangeDemos(shown ?? [], view)
  const isLong = arranged.length > fewDemos
  // The virtual list loads on demand; without it all cards render, only slower.
  const [Grid, setGrid] = useState<ComponentType<DemoGridProps> | 'missing'>()
  useEffect(() => {
    if (!isLong) return
    import('../features/demos/demo-grid.tsx').then(
      ({ DemoGrid }) => setGrid(() => DemoGrid),
      () => setGrid('missing'),
    )
  }, [isLong])

  async function handlePick(): Promise<void> {
    await intake.take(await pickImages())
  }

  return (
    <ImageDropZone onFiles={(files) => void intake.take(files)} text="Drop images to create a demo">
      <PageBody>
        <PageHeader title="Demos">
          <NewDemoMenu extension={extension} onRecord={() => setIsRecordOpen(true)} onPick={() => void handlePick()} />
        </PageHeader>

        <div className="flex flex-col gap-4">
          <ExtensionCard extension={extension} />
          <RecordingsCard isOpen={extension.isPaired} onOpenChange={() => undefined} />
          {intake.notice}
        </div>

        <div className="mt-8 mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">Your Demos</h2>
          {/* The list loads first; its filters' space is reserved. */}
          {demos.isError || (demos.data !== undefined && demos.data.length < 2) ? null : (
            <div className="min-h-18 w-full sm:min-h-8 sm:w-auto pointer-coarse:min-h-24 sm:pointer-coarse:min-h-11">
              {Filters === undefined || demos.data === undefined ? null : <Filters view={view} />}
            </div>
          )}
        </div>
        {demos.isPending ? <DemoListSkeleton /> : null}
        {demos.isError && shown === undefined ? (
          <ErrorState
            title={failureText(demos.error, 'demosFailed')}
            text={failureHint(demos.error)}
            onRetry={() => void demos.refetch()}
          />
        ) : null}
        {shown?.length === 0 ? (
          <EmptyState title={messages.noDemosTitle} text={messages.noDemosHint}>
            <Button onClick={() => void handlePick()}>Choose images</Button>
            {extension.isPaired ? <Button onClick={() => setIsRecordOpen(true)}>Record your app</Button> : null}
          </EmptyState>
        ) : null}
        {arranged.length === 0 ? null : isLong && typeof Grid === 'function' ? (
          <Grid demos={arranged} backendUrl={backendUrl} />
        ) : (
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {(isLong && Grid === undefined ? arranged.slice(0, fewDemos) : arranged).map((demo) => (
              <li key={demo.id} className="paint-when-near">
                <DemoCard demo={demo} backendUrl={backendUrl} />
              </li>
            ))}
          </ul>
        )}
        {shown !== undefined && shown.length > 0 && arranged.length === 0 ? (
          <p
            role="status"
            className="rounded-card border border-dashed border-control/50 px-4 py-10 text-center text-muted"
          >
            No matching demos. Change the search or the status.
          </p>
        ) : null}
        <p className="mt-6 text-sm text-muted" hidden={demos.isPending}>
          You can also drop or paste 1 to 200 images anywhere on this page: PNG, JPEG, WebP, GIF or AVIF.
        </p>
        {Sessions === undefined ? null : <Sessions />}
      </PageBody>
      <RecordDialog isOpen={isRecordOpen} onOpenChange={setIsRecordOpen} />
    </ImageDropZone>
  )
}
