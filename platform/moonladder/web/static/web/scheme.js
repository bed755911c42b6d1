// The colours chosen on this machine, before anything is drawn: a small script that pages wait for, so nothing flashes.
{
  const chosen = localStorage.getItem("scheme");
  if (chosen) document.documentElement.dataset.scheme = chosen;
}
