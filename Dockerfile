# The page in a container: docker build -t passk . && docker run --rm -p 127.0.0.1:8501:8501 passk
#
# The tag moves with security fixes. To hold the very bytes, name the digest that
# "docker buildx imagetools inspect python:3.13-slim-bookworm" shows: python:3.13-slim-bookworm@sha256:…
FROM python:3.13-slim-bookworm

# Wheels only: nothing is compiled, so no compiler is needed or left behind.
COPY requirements.txt /tmp/
RUN pip install --no-cache-dir --only-binary=:all: -r /tmp/requirements.txt \
    && rm /tmp/requirements.txt \
    && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin passk

WORKDIR /app
COPY app.py ./
COPY .streamlit/config.toml .streamlit/config.toml
COPY page page
COPY passk_core passk_core
RUN python -m compileall -q .

# Nothing is written, so the container can run read-only: docker run --read-only --tmpfs /tmp …
USER 10001
# Without the welcome message Streamlit does not ask the internet for its outer address.
ENV STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_HEADLESS=true \
    STREAMLIT_LOGGER_HIDE_WELCOME_MESSAGE=true
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
CMD ["python", "-m", "streamlit", "run", "app.py"]
