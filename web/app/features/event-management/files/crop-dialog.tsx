import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { useLoaded } from '#web/ui/use-loaded.ts'
import classes from './files.module.css'
import { FocusPicker } from './focus-picker.tsx'

const load = () => import('./cropper.tsx').then((module) => module.Cropper)

interface CropDialogProps {
  file: File | null
  title: string
  ratio: number
  /** Receives the selected area as a JPEG, or the whole file when the browser cannot decode it. */
  onCrop: (picture: Blob) => Promise<void>
  onClose: () => void
}

/** Selects the visible area of a picture, around a focal point or with a movable frame. */
export function CropDialog({ file, title, onClose, ...rest }: CropDialogProps) {
  return (
    <Dialog opened={file !== null} onClose={onClose} title={title} size="lg">
      {file && <CropForm file={file} onClose={onClose} {...rest} />}
    </Dialog>
  )
}

interface CropFormProps extends Omit<CropDialogProps, 'file' | 'title'> {
  file: File
}

function CropForm({ file, ratio, onCrop, onClose }: CropFormProps) {
  const [url, setUrl] = useState<string | null>(null)
  const [area, setArea] = useState<Area | null>(null)
  const [mode, setMode] = useState<'focus' | 'crop'>('focus')
  const [broken, setBroken] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const own = URL.createObjectURL(file)
    setUrl(own)
    return () => URL.revokeObjectURL(own)
  }, [file])

  const Cropper = useLoaded(mode === 'crop', load)
  const Part = mode === 'focus' ? FocusPicker : Cropper

  const use = async () => {
    setBusy(true)
    try {
      await onCrop(url && area && !broken ? await cropImage(url, area) : file)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {broken ? (
        <p>
          O navegador não consegue mostrar esta imagem. Envie assim mesmo: o recorte é feito no meio dela.
        </p>
      ) : (
        <>
          <SegmentedControl
            fullWidth
            mb="md"
            size="md"
            aria-label="Como enquadrar"
            value={mode}
            onChange={(next) => {
              setArea(null)
              setMode(next as typeof mode)
            }}
            data={[
              { value: 'focus', label: 'Ponto de foco' },
              { value: 'crop', label: 'Recortar' },
            ]}
          />
          {Part && url ? (
            <Part url={url} ratio={ratio} onChange={setArea} onBroken={() => setBroken(true)} />
          ) : (
            <Skeleton className={classes.stage} />
          )}
        </>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancelar
        </Button>
        <Button onClick={use} loading={busy} disabled={!area && !broken} data-autofocus>
          Usar imagem
        </Button>
      </DialogButtons>
    </>
  )
}

export interface PartProps {
  url: string
  ratio: number
  onChange: (area: Area) => void
  onBroken: () => void
}

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** The server stores no wider pictures. */
const MAX_WIDTH = 1600
const QUALITY = 0.92

async function cropImage(url: string, area: Area): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const scale = Math.min(1, MAX_WIDTH / area.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(area.width * scale)
  canvas.height = Math.round(area.height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser draws no pictures')
  // Transparent areas would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be written'))),
      'image/jpeg',
      QUALITY,
    ),
  )
}
