import { Button } from '../../ui/button.tsx'
import { IconShare2 } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toast.ts'

interface ShareButtonProps {
  title: string
  url: string
}

/** Shares with the device's own dialog where there is one, otherwise copies the link. */
export function ShareButton({ title, url }: ShareButtonProps) {
  const share = async () => {
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      showToast('success', 'Link copiado.')
    } catch (reason) {
      // Closing the device's dialog is not a failure.
      if (reason instanceof DOMException && reason.name === 'AbortError') return
      showToast('error', 'Não foi possível compartilhar. Copie o endereço da página.')
    }
  }
  return (
    <Button variant="default" icon={IconShare2} onClick={share}>
      Compartilhar
    </Button>
  )
}
