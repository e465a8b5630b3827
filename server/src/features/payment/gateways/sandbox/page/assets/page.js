// The page works without this: it brings the chosen theme, the copy buttons and the countdown.
;(() => {
  const root = document.documentElement
  try {
    const scheme = localStorage.getItem('color-scheme')
    if (scheme === 'light' || scheme === 'dark') root.dataset.theme = scheme
  } catch {
    // Storage may be forbidden: then the system's scheme stays.
  }

  const pad = (number) => String(number).padStart(2, '0')

  function remaining(milliseconds) {
    const seconds = Math.floor(milliseconds / 1000)
    const days = Math.floor(seconds / 86400)
    const clock = [(seconds % 86400) / 3600, (seconds % 3600) / 60, seconds % 60]
      .map(Math.floor)
      .map(pad)
      .join(':')
    return days > 0 ? `${days} ${days === 1 ? 'dia' : 'dias'} e ${clock}` : clock
  }

  function countDown(element) {
    const deadline = Date.parse(element.dataset.countdown)
    const tick = () => {
      const left = deadline - Date.now()
      if (left <= 0) {
        element.textContent = 'Prazo encerrado'
        return
      }
      element.textContent = `Expira em ${remaining(left)}`
      setTimeout(tick, 1000 - (Date.now() % 1000))
    }
    element.classList.add('countdown')
    element.setAttribute('role', 'timer')
    tick()
  }

  async function copy(button) {
    const source = document.getElementById(button.dataset.copies)
    const label = button.querySelector('[data-label]')
    try {
      await navigator.clipboard.writeText(source.dataset.copy)
    } catch {
      // Plain http has no clipboard for scripts: the old way takes what is selected.
      source.select()
      document.execCommand('copy')
    }
    label.textContent = 'Copiado!'
    setTimeout(() => {
      label.textContent = 'Copiar'
    }, 3000)
  }

  document.addEventListener('DOMContentLoaded', () => {
    for (const element of document.querySelectorAll('[data-countdown]')) countDown(element)
    for (const button of document.querySelectorAll('[data-copies]')) {
      button.hidden = false
      button.querySelector('[data-label]').setAttribute('aria-live', 'polite')
      button.addEventListener('click', () => copy(button))
    }
    // Twice on a button is once.
    for (const form of document.querySelectorAll('form'))
      form.addEventListener('submit', () => {
        for (const button of form.querySelectorAll('button')) button.disabled = true
      })
  })
  // Back from the next page, the buttons work again.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
})()
