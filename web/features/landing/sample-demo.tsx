import { useEffect } from 'react'

import { sampleDemoId } from '#protocol/client-config.ts'

/** The product's tour, embedded like any demo: a container and our script. */
export function SampleDemo() {
  useEffect(() => {
    const script = document.createElement('script')
    script.src = '/js/demo-player.js'
    script.async = true
    document.head.append(script)
    return () => script.remove()
  }, [])
  return (
    <div className="overflow-hidden rounded-dialog border border-line bg-sunken shadow-floating">
      <div
        data-demo-id={sampleDemoId}
        className="h-[min(720px,90vh)] sm:aspect-4/3 sm:h-auto lg:aspect-3/2 xl:aspect-[8/7]"
      >
        <noscript>
          <iframe
            title="Interactive demo"
            src={`/demo/${sampleDemoId}/play`}
            sandbox=""
            className="size-full border-0"
          />
        </noscript>
      </div>
    </div>
  )
}
