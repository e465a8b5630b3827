import { Button } from '#web/ui/button.tsx'
import { IconShare2 } from '#web/ui/icons.tsx'
import { showToast } from '#web/ui/toast.ts'

/** Shares with the device's own dialog if there is one, otherwise copies the link. */
export function ShareButton({ title, url }: { title: string; url: string }) {
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
