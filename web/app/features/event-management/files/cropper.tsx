import 'react-easy-crop/react-easy-crop.css'
import { Slider } from '@mantine/core'
import { useState } from 'react'
import EasyCrop from 'react-easy-crop'
import type { PartProps } from './crop-dialog.tsx'
import classes from './files.module.css'

const MAX_ZOOM = 4

export function Cropper({ url, ratio, onChange, onBroken }: PartProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <>
      <div className={classes.stage}>
        <EasyCrop
          image={url}
          aspect={ratio}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'group', 'aria-label': 'Recorte: mova com as setas' }}
          mediaProps={{ alt: '', onError: onBroken }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => onChange(pixels)}
        />
      </div>
      <Slider
        className={classes.zoom}
        min={1}
        max={MAX_ZOOM}
        step={0.05}
        label={null}
        value={zoom}
        onChange={setZoom}
        thumbLabel="Aproximar"
      />
    </>
  )
}
