import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './second-factor.module.css'

/** Modules around the code that stay white: readers ask for four. */
const MARGIN = 4

interface Drawing {
  size: number
  path: string
}

/** Draws a text as a QR code, here: what it says goes nowhere. */
export function QrCode({ text }: { text: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useEffect(() => {
    let wanted = true
    // Loaded when somebody enrols: it is of no use to anybody else.
    import('qrcode').then(({ default: QRCode }) => {
      if (wanted) setDrawing(draw(QRCode.create(text, { errorCorrectionLevel: 'M' }).modules))
    })
    return () => {
      wanted = false
    }
  }, [text])
  if (!drawing) return <Skeleton className={classes.qr} />
  const side = drawing.size + 2 * MARGIN
  return (
    <svg
      role="img"
      aria-label="Código QR para o aplicativo autenticador"
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      shapeRendering="crispEdges"
      className={classes.qr}
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
