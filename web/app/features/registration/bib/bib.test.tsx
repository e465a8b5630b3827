import { expect, onTestFinished, test, vi } from 'vitest'
import { button, renderScreen, toast } from '#web-test/render-screen.tsx'
import { BIB_HEIGHT, BIB_WIDTH, drawBib } from './draw-bib.ts'
import { ShareBib } from './share-bib.tsx'

// The picture that a runner shares.

const BIB = {
  title: 'Corrida do Farol',
  date: '12/12/2027',
  distance: '10 km',
  firstName: 'Bruna',
  placeholder: null,
}

async function pixels(blob: Blob) {
  const picture = await createImageBitmap(blob)
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.drawImage(picture, 0, 0)
  const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data]
  /** The different colours of a column. */
  const column = (x: number, from: number, to: number) => {
    const { data } = context.getImageData(x, from, 1, to - from)
    return [...new Set(Array.from({ length: to - from }, (_, i) => data.slice(4 * i, 4 * i + 4).join()))]
  }
  return { picture, at, column }
}

/** A data URL of one colour. */
function colour(words: string): string {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.fillStyle = words
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas.toDataURL()
}

test('is a PNG of the size of a story, with a white card on the colours of the race', {
  tags: 'operation',
}, async () => {
  const blob = await drawBib(BIB)
  expect(blob.type).toBe('image/png')
  const { picture, at } = await pixels(blob)
  expect([picture.width, picture.height]).toEqual([BIB_WIDTH, BIB_HEIGHT])
  expect([BIB_WIDTH, BIB_HEIGHT]).toEqual([1080, 1920])
  expect(at(130, 1300)).toEqual([255, 255, 255, 255])
  const [red = 0, , blue = 0] = at(5, 5)
  expect(red).toBeGreaterThan(blue)
  const [r = 0, , b = 0] = (await pixels(await drawBib({ ...BIB, placeholder: colour('#2040ff') }))).at(5, 5)
  expect(b).toBeGreaterThan(r)
})

test('another name, distance, race or day makes another picture; long texts fit', {
  tags: 'operation',
}, async () => {
  const bytes = async (changes: Partial<typeof BIB>) =>
    new Uint8Array(await (await drawBib({ ...BIB, ...changes })).arrayBuffer()).join()
  const first = await bytes({})
  expect((await bytes({})) === first, 'the same again').toBe(true)
  for (const changes of [
    { firstName: 'Maximiliano' },
    { distance: '5 km' },
    { title: 'Outra' },
    { date: '13/12/2027' },
  ])
    expect((await bytes(changes)) === first, JSON.stringify(changes)).toBe(false)
  const long = 'Maratona Internacional de São Sebastião do Rio de Janeiro e das Praias do Litoral Norte'
  const { at, column } = await pixels(
    await drawBib({ ...BIB, title: long, firstName: 'X'.repeat(60), distance: long }),
  )
  // Nothing is written at the edges of the card: between the holes of its coloured part, and below that.
  for (const x of [130, 950]) {
    expect(column(x, 520, 720)).toEqual([at(130, 520).join()])
    expect(column(x, 740, 1340)).toEqual(['255,255,255,255'])
  }
})

function shareBib() {
  const share = vi.fn(async (_data: ShareData) => {})
  const canShare = vi.fn(() => true)
  const before = { share: navigator.share, canShare: navigator.canShare }
  Object.assign(navigator, { share, canShare })
  onTestFinished(() => void Object.assign(navigator, before))
  return { share, canShare, shown: renderScreen(<ShareBib load={() => BIB} />, { route: '/' }) }
}

test('is shared as a file', async () => {
  const { share, shown } = shareBib()
  await shown
  await button('Compartilhar imagem').click()
  await expect.poll(() => share.mock.calls.length).toBe(1)
  const [file] = share.mock.calls[0]?.[0].files ?? []
  expect([file?.name, file?.type]).toEqual(['minha-corrida.png', 'image/png'])
})

test('a closed dialog is no failure; where files cannot be shared it is saved', {
  tags: 'operation',
}, async () => {
  const { share, canShare, shown } = shareBib()
  await shown
  const saved = vi.spyOn(URL, 'createObjectURL')
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
  await button('Compartilhar imagem').click()
  await expect.poll(() => share.mock.calls.length).toBe(1)
  expect(saved).not.toHaveBeenCalled()

  canShare.mockReturnValue(false)
  await button('Compartilhar imagem').click()
  await expect.element(toast('Imagem salva. Compartilhe onde quiser.')).toBeVisible()
  expect(saved).toHaveBeenCalledOnce()
})
