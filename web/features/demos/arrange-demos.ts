import type { DemoStatus, ListedDemo } from '#domain/demo.ts'

export const demoOrders = ['newest', 'name', 'steps'] as const
export type DemoOrder = (typeof demoOrders)[number]

/** Sort and filter of the list, stored in the URL. */
export interface DemoView {
  readonly words: string
  readonly status: DemoStatus | 'all'
  readonly order: DemoOrder
  readonly isList: boolean
}

export function readDemoView(query: URLSearchParams): DemoView {
  const status = query.get('status')
  return {
    words: query.get('q') ?? '',
    status: status === 'active' || status === 'draft' || status === 'archived' ? status : 'all',
    order: demoOrders.find((order) => order === query.get('sort')) ?? 'newest',
    isList: query.get('view') === 'list',
  }
}

/** Demos that contain every word in name or description, sorted. */
export function arrangeDemos(
  demos: readonly ListedDemo[],
  { words, status, order }: Omit<DemoView, 'isList'>,
): readonly ListedDemo[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = demos.filter((demo) => {
    const searched = `${demo.name} ${demo.description ?? ''}`.toLowerCase()
    return (status === 'all' || demo.status === status) && wanted.every((word) => searched.includes(word))
  })
  switch (order) {
    case 'newest':
      return found.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    case 'name':
      return found.toSorted((a, b) => a.name.localeCompare(b.name))
    case 'steps':
      return found.toSorted((a, b) => b.stepCount - a.stepCount)
  }
}
