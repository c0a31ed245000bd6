import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { CardSkeleton, FigureSkeleton } from '../../ui/card-skeleton.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { BothSchemes, Variants } from './both-schemes.tsx'

/** Empty, error and notice states. */
export function Messages() {
  return (
    <BothSchemes title="Messages">
      {() => (
        <>
          <EmptyState title="No demos yet" text="Create your first demo to get started.">
            <Button>Choose images</Button>
          </EmptyState>
          <ErrorState
            title="Failed to load demos. Please try again."
            text="The server can’t be reached right now. Check your connection and try again."
            onRetry={() => showToast({ text: 'Trying again…' })}
          />
          <Notice tone="plain">A neutral notice.</Notice>
          <Notice tone="success">It worked.</Notice>
          <Notice tone="danger">Could not save. Check your connection.</Notice>
          <FormProblem text="It could not be sent." hint="Check your connection and try again." code="unreachable" />
          <Variants name="On its way: a block, a card, a figure, a list, one of two lines">
            <Skeleton className="h-24 w-full rounded-card" />
            <CardSkeleton />
            <FigureSkeleton hasNote />
            <div className="w-full">
              <ListSkeleton label="Loading a list" rows={3} />
            </div>
            <div className="w-full">
              <ListSkeleton label="Loading a two-line list" rows={2} isTall />
            </div>
          </Variants>
          <Variants name="Toasts: one that tells, for three seconds; one that can be taken back">
            <Button onClick={() => showToast({ text: 'Notes saved successfully' })}>Tell</Button>
            <Button onClick={() => showToast({ text: 'It could not be saved.', tone: 'danger' })}>
              Show error toast
            </Button>
            <Button
              onClick={() =>
                showToast({ text: '“Tour” was deleted.', action: { label: 'Undo', onSelect: () => undefined } })
              }
            >
              With Undo
            </Button>
          </Variants>
        </>
      )}
    </BothSchemes>
  )
}
