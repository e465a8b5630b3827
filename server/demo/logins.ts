/** The demo's accounts that can log in, with a password that everybody knows. */
export const DEMO_LOGINS = ['participante', 'organizador', 'realizador', 'empresa', 'admin'].map(
  (name) => `${name}@largada.test`,
)
export const DEMO_PASSWORD = 'largada-demo'
