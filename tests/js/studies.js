// Small studies, packets and judgements, as the server sends them and the page makes them.

export const scale = (id, of = {}) => ({ type: 'scale', id, prompt: { en: id }, about: 'candidate', required: true, ...of });
export const stage = (ask, id = 'first') => ({ id, title: null, show: [], ask });

export const study = (of = {}) => ({
  membership: 'm1', ways: ['list'], name: 'A study', state: 'open', language: 'en', rater_language: null, languages: ['en'], guideline_languages: [],
  protocol: { title: { en: 'P' }, fields: {}, stages: [stage([scale('q')])] },
  progress: { done: 0, left: 5, sure: true }, completion_code: null, ...of,
});

export const packet = (assignment, of = {}) => ({
  assignment, stage: 'first', number: 1, fields: {}, candidates: [{ letter: 'A', fields: {} }, { letter: 'B', fields: {} }],
  answers: null, comment: null, cannot: null, draft: null, ...of,
});

export const next = (units, of = {}) => ({
  membership: 'm1', units, progress: { done: 0, left: 5, sure: true }, state: units.length > 0 ? 'rate' : 'wait', ...of,
});

let ids = 0;
export const judgement = (assignment, of = {}) => ({
  format: 1, id: `j${(ids += 1)}`, assignment, stage: 'first', answers: {}, cannot: null, comment: null,
  answered_at: '2026-01-01T00:00:00.000Z', elapsed_ms: 1_000, lang: 'en', ...of,
});
