import { IconPhotoShare } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { failureMessage } from '#web/api/api.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { Bib } from './draw-bib.ts'

interface ShareBibProps {
  load: () => Bib | Promise<Bib>
}

/** Shares a picture of the runner's bib with the device's own dialog, otherwise saves it. */
export function ShareBib({ load }: ShareBibProps) {
  const share = useMutation({
    mutationFn: async () => {
      const [bib, { drawBib }] = await Promise.all([load(), import('./draw-bib.ts')])
      await shareFile(new File([await drawBib(bib)], 'minha-corrida.png', { type: 'image/png' }), bib.title)
    },
    onError: (reason) => showToast('error', failureMessage(reason, 'Não foi possível criar a imagem.')),
  })
  return (
    <TextButton
      variant="default"
      icon={IconPhotoShare}
      loading={share.isPending}
      onClick={() => share.mutate()}
    >
      Compartilhar imagem
    </TextButton>
  )
}

async function shareFile(file: File, title: string): Promise<void> {
  if (typeof navigator.share === 'function' && navigator.canShare?.({ files: [file] }))
    try {
      return await navigator.share({ files: [file], title })
    } catch (reason) {
      // Closing the device's dialog is not a failure. Whatever else it refuses can still be saved.
      if (reason instanceof DOMException && reason.name === 'AbortError') return
    }
  saveFile(file, file.name)
  showToast('success', 'Imagem salva. Compartilhe onde quiser.')
}
