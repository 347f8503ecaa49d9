// Shows what the server says. What comes is made of escaped text, and the page's policy lets no script in it run.
"use strict";
const desk = document.getElementById("desk"), state = document.getElementById("state");
const events = new EventSource("/events");
events.onmessage = (event) => {
  const { title, html } = JSON.parse(event.data);
  const { scrollX, scrollY } = window;
  document.title = title;
  desk.innerHTML = html;
  desk.dataset.number = event.lastEventId;
  window.scrollTo(scrollX, scrollY);
  state.hidden = true;
};
events.onerror = () => {
  state.textContent = "greyc watch has ended, or can't be reached. What is shown is how it last was.";
  state.hidden = false;
};
