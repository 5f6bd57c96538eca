// Sends a move to the API. The ply makes that safe to repeat: the same move for the same half-move is played once.

const WAITS = [700, 2000, 5000];

// Resolves to {game} or {problem}; rejects only if the server could not be reached after several tries.
export async function submitMove(url, body, { csrfToken, onRetry }) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await post(url, body, csrfToken);
    } catch (error) {
      if (attempt === WAITS.length) throw error;
      onRetry();
      await new Promise((resolve) => setTimeout(resolve, WAITS[attempt]));
    }
  }
}

async function post(url, body, csrfToken) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrfToken },
    body: JSON.stringify(body),
  });
  if ([502, 503, 504].includes(response.status)) throw new Error(`status ${response.status}`);
  const answer = await response.json();
  return response.ok ? { game: answer } : { problem: answer };
}
