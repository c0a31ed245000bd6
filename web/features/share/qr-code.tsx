import { Download } from 'lucide-react'
import { useMemo } from 'react'

import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { fileNameOf } from './file-name.ts'
import { drawQr, qrPng, qrSvg } from './qr-drawing.ts'

/** A QR code of the address, with a download. */
export function QrCode({ address, fileName }: { readonly address: string; readonly fileName: string }) {
  const { size, path } = useMemo(() => drawQr(address), [address])
  const name = `${fileNameOf(fileName)}-qr`
  return (
    <div className="flex items-center gap-4">
      <svg
        role="img"
        aria-label="QR code of the link"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-29 shrink-0 rounded-card bg-white p-2"
      >
        <path d={path} fill="#000" />
      </svg>
      <div className="min-w-0">
        <p className="font-medium">QR code</p>
        <p className="text-stage-muted">For slides and print</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            tone="quiet"
            className={stageButton}
            aria-label="Download the QR code as SVG"
            icon={<Download size={14} aria-hidden />}
            onClick={() => saveFile(qrSvg(address), `${name}.svg`)}
          >
            SVG
          </Button>
          <Button
            tone="quiet"
            className={stageButton}
            aria-label="Download the QR code as PNG"
            icon={<Download size={14} aria-hidden />}
            onClick={() => void qrPng(address).then((png) => saveFile(png, `${name}.png`))}
          >
            PNG
          </Button>
        </div>
      </div>
    </div>
  )
}

const stageButton = 'h-7.5 text-stage-text shadow-[inset_0_0_0_1px_oklch(1_0_0/0.24)]'
