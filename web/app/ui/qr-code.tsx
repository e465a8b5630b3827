import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'

/** The quiet zone: the standard requires four white modules around the code. */
const MARGIN = 4

interface Drawing {
  size: number
  path: string
}

interface QrCodeProps {
  text: string
  label: string
  /** Sets the size and the white background. */
  className: string | undefined
}

/** Draws a QR code in the browser, so that its content is not sent anywhere. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useEffect(() => {
    let wanted = true
    import('qrcode').then(({ default: QRCode }) => {
      if (wanted) setDrawing(draw(QRCode.create(text, { errorCorrectionLevel: 'M' }).modules))
    })
    return () => {
      wanted = false
    }
  }, [text])
  if (!drawing) return <Skeleton className={className} />
  const side = drawing.size + 2 * MARGIN
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={drawing.path} fill="#000" />
    </svg>
  )
}

function draw({ size, data }: { size: number; data: Uint8Array }): Drawing {
  const path = [...data]
    .map((dark, i) => (dark ? `M${i % size} ${Math.floor(i / size)}h1v1h-1z` : ''))
    .join('')
  return { size, path }
}
