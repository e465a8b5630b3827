export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** No size it is stored in is wider. */
const MAX_WIDTH = 1600
const QUALITY = 0.92

/** The part of the picture that was chosen, as a JPEG. */
export async function cropImage(url: string, area: Area): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const scale = Math.min(1, MAX_WIDTH / area.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(area.width * scale)
  canvas.height = Math.round(area.height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('the browser draws no pictures')
  // What was transparent would turn black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be written'))),
      'image/jpeg',
      QUALITY,
    ),
  )
}
