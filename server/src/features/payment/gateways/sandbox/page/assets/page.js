// The page works without this: it brings the chosen theme, and a button counts once.
;(() => {
  const root = document.documentElement
  try {
    const scheme = localStorage.getItem('color-scheme')
    if (scheme === 'light' || scheme === 'dark') root.dataset.theme = scheme
  } catch {
    // Storage may be forbidden: then the system's scheme stays.
  }

  document.addEventListener('DOMContentLoaded', () => {
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
