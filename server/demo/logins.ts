/** The demo accounts that can log in. Their password is public. */
export const DEMO_LOGINS = ['participante', 'organizador', 'realizador', 'empresa', 'admin'].map(
  (name) => `${name}@largada.test`,
)
export const DEMO_PASSWORD = 'largada-demo'
